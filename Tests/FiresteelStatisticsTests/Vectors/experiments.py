"""Writes the vectors of experiments: ratios, quantiles, times, caps, sizes and margins.

Run it in an environment with requirements.txt. The output is the same in each run. Figures come from gbstats,
statsmodels, SciPy, NumPy, lifelines and spotify-confidence, and where these have none, from a second formula.
"""

import bisect
import json
import math
import random
import warnings
from pathlib import Path

import numpy
import pandas
import scipy.integrate
from gbstats.frequentist.tests import FrequentistConfig, SequentialConfig, SequentialTwoSidedTTest, TwoSidedTTest
from gbstats.models.statistics import QuantileClusteredStatistic, RatioStatistic, SampleMeanStatistic
from scipy import stats
from spotify_confidence import SampleSize, ZTest
from statsmodels.api import OLS, add_constant
from statsmodels.duration.survfunc import SurvfuncRight
from statsmodels.stats.power import normal_sample_size_one_tail

# lifelines imports names that SciPy has removed.
scipy.integrate.trapz = scipy.integrate.trapezoid
scipy.integrate.cumtrapz = scipy.integrate.cumulative_trapezoid
from lifelines import KaplanMeierFitter  # noqa: E402
from lifelines.statistics import logrank_test  # noqa: E402
from lifelines.utils import restricted_mean_survival_time  # noqa: E402

warnings.simplefilter("ignore")
rng = random.Random(20_261_128)


def number(value):
    return float(f"{float(value):.13g}")


def close(value, other, relative=1e-9, absolute=1e-12):
    """Stops where two oracles disagree."""
    if not math.isclose(value, other, rel_tol=relative, abs_tol=absolute):
        raise AssertionError(f"oracles disagree: {value!r} and {other!r}")
    return value


def log_uniform(low, high):
    return 10 ** rng.uniform(math.log10(low), math.log10(high))


def statistic(values):
    return SampleMeanStatistic(n=len(values), sum=float(sum(values)), sum_squares=float(sum(v * v for v in values)))


def comparison(control, treatment, alpha, tuned):
    """Estimate, error, interval and p-value for one reading, interval and p-value for many; absolute, then relative."""
    row = []
    for scale in ("absolute", "relative"):
        once = TwoSidedTTest(control, treatment, FrequentistConfig(alpha=alpha, difference_type=scale))
        always = SequentialTwoSidedTTest(
            control,
            treatment,
            SequentialConfig(alpha=alpha, difference_type=scale, sequential_tuning_parameter=tuned),
        )
        row += [once.point_estimate, math.sqrt(once.variance), *once.confidence_interval, once.p_value]
        row += [*always.confidence_interval, always.p_value]
    return [number(value) for value in row]


def ratios():
    rows = []
    while len(rows) < 120:
        generator = numpy.random.default_rng(rng.randrange(2**31))
        groups, figures = [], []
        for _ in range(2):
            units = int(log_uniform(4, 16))
            y = generator.poisson(rng.uniform(2, 12), units) + 1
            x = generator.binomial(y, rng.uniform(0.1, 0.8))
            z = numpy.round(0.6 * x + generator.normal(0, 1, units), 1)
            groups.append([[int(a), int(b), float(c)] for a, b, c in zip(x, y, z, strict=True)])
            figures.append(
                RatioStatistic(
                    n=units,
                    m_statistic=statistic(x.astype(float)),
                    d_statistic=statistic(y.astype(float)),
                    m_d_sum_of_products=float((x * y).sum()),
                )
            )
        if min(one.mean for one in figures) == 0 or min(one.variance for one in figures) <= 1e-9:
            continue
        alpha, tuned = rng.choice([0.01, 0.05, 0.1]), rng.choice([50.0, 500.0, 5000.0])
        # The factor is that of a regression of the linear parts of all units, around the ratio of all.
        both = numpy.array(groups[0] + groups[1])
        joint = both[:, 0].sum() / both[:, 1].sum()
        parts = (both[:, 0] - joint * both[:, 1]) / both[:, 1].mean()
        theta = OLS(parts, add_constant(both[:, 2])).fit().params[1]
        adjusted = []
        for group, figure in zip(groups, figures, strict=True):
            group = numpy.array(group)
            linear = (group[:, 0] - figure.mean * group[:, 1]) / group[:, 1].mean()
            close(linear.var(ddof=1), figure.variance)
            variance = numpy.cov(linear - theta * group[:, 2], ddof=1)
            adjusted.append([number(figure.mean - theta * group[:, 2].mean()), number(variance)])
        rows.append(
            {
                "control": groups[0],
                "treatment": groups[1],
                "confidence": 1 - alpha,
                "tuned": tuned,
                "figures": comparison(*figures, alpha, tuned),
                "theta": number(theta),
                "adjusted": adjusted,
            }
        )
    return rows


def quantiles():
    rows = []
    while len(rows) < 80:
        generator = numpy.random.default_rng(rng.randrange(2**31))
        bounds = sorted({round(log_uniform(0.1, 50), 2) for _ in range(rng.randint(3, 9))})
        bounds = [0.0, *bounds]
        units = []
        for _ in range(rng.randint(3, 12)):
            values = generator.lognormal(1 + generator.normal(0, 0.4), 0.8, generator.poisson(4))
            units.append(numpy.histogram(values, [*bounds, math.inf])[0])
        counts = numpy.array(units)
        total = counts.sum()
        share = rng.choice([0.5, 0.5, 0.9, 0.99, rng.uniform(0.05, 0.95)])
        if total == 0:
            continue
        below = numpy.concatenate([[0], counts.sum(axis=0).cumsum()[:-1]]) / total
        estimate = None
        if below[-1] >= share:
            upper = int(numpy.argmax(below >= share))
            inside = below[upper] - below[upper - 1]
            part = (share - below[upper - 1]) / inside
            value = numpy.interp(share, below[upper - 1 : upper + 1], bounds[upper - 1 : upper + 1])
            main = counts[:, : upper - 1].sum(axis=1) + part * counts[:, upper - 1]
            size = counts.sum(axis=1)
            cluster = QuantileClusteredStatistic(
                n=int(total), n_star=int(total), nu=share, quantile_hat=value, quantile_lower=0, quantile_upper=0,
                main_sum=main.sum(), main_sum_squares=(main * main).sum(), denominator_sum=size.sum(),
                denominator_sum_squares=(size * size).sum(), main_denominator_sum_product=(main * size).sum(),
                n_clusters=len(units),
            )  # fmt: skip
            slope = (bounds[upper] - bounds[upper - 1]) / inside
            variance = cluster.get_cluster_variance * len(units) * slope * slope
            estimate = [number(value), number(max(0, variance))]
        rows.append({"bounds": bounds, "units": counts.tolist(), "share": share, "estimate": estimate})
    return rows


def survival_group(generator):
    size = rng.randint(5, 18)
    success = generator.exponential(rng.uniform(3, 12), size)
    observed = generator.uniform(1, 20, size) if rng.random() < 0.8 else numpy.full(size, 100.0)
    times = numpy.ceil(2 * numpy.minimum(success, observed)) / 2
    return times, success <= observed


def restricted_mean(fitter, times, events, limit):
    """The mean, the variance of one unit that is observed to the limit, and the error of the mean."""
    steps = fitter.survival_function_.iloc[:, 0]
    steps = steps[steps.index < limit]
    ends = [*steps.index[1:], limit]
    mean = sum(s * (end - start) for start, end, s in zip(steps.index, ends, steps, strict=True))
    close(mean, restricted_mean_survival_time(fitter, limit))
    squares = sum(s * (end**2 - start**2) for start, end, s in zip(steps.index, ends, steps, strict=True))
    # The covariance of the curve at two times is that of Greenwood at the earlier one.
    growth, total = [], 0
    for time in steps.index:
        risk, happened = int((times >= time).sum()), int(events[times == time].sum())
        total += happened / risk / (risk - happened) if happened and risk > happened else 0
        growth.append(total)
    areas = [s * (end - start) for start, end, s in zip(steps.index, ends, steps, strict=True)]
    variance = sum(
        a * b * min(one, other)
        for a, one in zip(areas, growth, strict=True)
        for b, other in zip(areas, growth, strict=True)
    )
    if events.all():
        close(variance, numpy.minimum(times, limit).var() / len(times))
    return mean, squares - mean * mean, variance


def survivals():
    rows = []
    while len(rows) < 120:
        generator = numpy.random.default_rng(rng.randrange(2**31))
        limit = rng.choice([4.0, 6.5, 10.0])
        row = {"limit": limit, "groups": []}
        raw = [survival_group(generator) for _ in range(2)]
        for times, events in raw:
            fitter = KaplanMeierFitter().fit(times, events)
            curve = SurvfuncRight(times, events)
            points = [
                [number(value) for value in point]
                for point in zip(curve.surv_times, curve.surv_prob, curve.surv_prob_se, strict=True)
                if not math.isnan(point[2])
            ]
            for time, share, _ in points:
                close(share, fitter.predict(time))
            group = {"units": [[float(t), int(e)] for t, e in zip(times, events, strict=True)], "curve": points[:6]}
            lowest = fitter.survival_function_.iloc[-1, 0]
            if times.max() >= limit or lowest == 0:
                mean, spread, variance = restricted_mean(fitter, times, events, limit)
                if variance > 0:
                    group["mean"] = [number(mean), number(spread), number(variance)]
            row["groups"].append(group)
        (a, b), (c, d) = raw
        if b.any() or d.any():
            test = logrank_test(c, a, event_observed_A=d, event_observed_B=b)
            if math.isnan(test.test_statistic):
                continue
            row["logRank"] = [number(test.test_statistic), number(test.p_value)]
        rows.append(row)
    return rows


def sizes():
    rows = []
    while len(rows) < 80:
        mean, deviation = log_uniform(0.01, 100), log_uniform(0.3, 5)
        deviation *= mean
        difference = rng.choice([0.01, 0.02, 0.05, 0.1, -0.05, 0.5])
        power, alpha = rng.choice([0.5, 0.8, 0.9]), rng.choice([0.01, 0.05, 0.1])
        tuned = rng.choice([500.0, 5000.0, 50000.0])
        effect = abs(difference) * mean
        once = normal_sample_size_one_tail(effect, power, alpha / 2, math.sqrt(2) * deviation)
        total, _, _ = SampleSize.continuous(
            effect, deviation**2, alpha, power, 2, "control_vs_all", [1, 1], [0.5, 0.5], False
        )
        close(2 * once, total, 1e-6, 1)

        def suffices(count, effect=effect, deviation=deviation, power=power, alpha=alpha, tuned=tuned):
            half = SampleMeanStatistic(n=count, sum=0, sum_squares=deviation**2 * (count - 1))
            config = SequentialConfig(alpha=alpha, difference_type="absolute", sequential_tuning_parameter=tuned)
            test = SequentialTwoSidedTTest(half, half, config)
            return test.confidence_interval[1] + stats.norm.isf(1 - power) * math.sqrt(test.variance) <= effect

        always = bisect.bisect_left(range(10**12), True, lo=2, key=suffices)
        rows.append(
            [number(mean), number(deviation), difference, power, 1 - alpha, tuned]
            + [max(2, math.ceil(once)), always]
        )
    return rows


def margins():
    rows = []
    while len(rows) < 60:
        groups = []
        mean = rng.uniform(1, 5)
        for _ in range(2):
            count = int(log_uniform(2_000, 50_000))
            sample = mean * rng.uniform(0.96, 1.04)
            groups.append([count, sample * count, (sample**2 + rng.uniform(1, 6)) * count])
        alpha, margin, harm = rng.choice([0.05, 0.1]), rng.choice([0, 0.02, 0.05]), rng.choice(["decrease", "increase"])
        figures = [SampleMeanStatistic(n=n, sum=s, sum_squares=q) for n, s, q in groups]
        (a, b), sign = figures, 1 if harm == "decrease" else -1
        limit = margin * a.mean
        p_values = [
            stats.ttest_ind_from_stats(
                sign * b.mean + limit, b.stddev, b.n, sign * a.mean, a.stddev, a.n, False, alternative
            ).pvalue
            for alternative in ("greater", "less")
        ]
        arms = [["a", *groups[0]], ["b", *groups[1]]]
        frame = pandas.DataFrame(arms, columns=["arm", "n", "sum", "sq"])
        preferred = "increase" if harm == "decrease" else "decrease"
        test = ZTest(frame, "sum", "sq", "n", "arm", interval_size=1 - alpha / 2, correction_method="bonferroni")
        result = test.difference("a", "b", non_inferiority_margins=(margin, preferred))
        close(float(result["p-value"].iloc[0]), p_values[0], 0.02, 1e-4)
        if min(abs(p / (alpha / 2) - 1) for p in p_values) < 1e-6:
            continue
        verdict = "held" if p_values[0] < alpha / 2 else "violated" if p_values[1] < alpha / 2 else "open"
        rows.append({"control": groups[0], "treatment": groups[1], "confidence": 1 - alpha, "margin": number(limit),
                     "harm": harm, "verdict": verdict})  # fmt: skip
    return rows


def caps():
    rows = []
    for _ in range(40):
        generator = numpy.random.default_rng(rng.randrange(2**31))
        values = numpy.round(generator.lognormal(1, 1.2, rng.randint(5, 40)) * (generator.random() < 0.7), 2)
        values = values * (generator.random(len(values)) < 0.7)
        share = rng.choice([0.5, 0.8, 0.9, 0.95, 0.99, 1.0])
        positive = values[values > 0]
        row = {"values": values.tolist(), "share": share}
        if len(positive):
            limit = numpy.quantile(positive, share, method="inverted_cdf")
            capped = numpy.minimum(values, limit)
            row["figures"] = [number(limit), number(capped.mean()), number(capped.var(ddof=1))]
        rows.append(row)
    return rows


sections = {
    "ratios": ratios(), "quantiles": quantiles(), "survivals": survivals(), "sizes": sizes(), "margins": margins(),
    "caps": caps(),
}  # fmt: skip
meta = "experiments.py: the libraries in the versions of requirements.txt"
lines = [f'{{"oracle": {json.dumps(meta)}']
for section, cases in sections.items():
    text = ",\n".join(json.dumps(case, separators=(",", ":"), allow_nan=False) for case in cases)
    lines.append(f'"{section}": [\n{text}\n]')
(Path(__file__).parent / "experiments.json").write_text(",\n".join(lines) + "}\n")
print({section: len(cases) for section, cases in sections.items()})
