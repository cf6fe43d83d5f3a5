"""Writes the vectors that the module's tests compare its results with.

Run it in an environment with requirements.txt. The output is the same in each run. Figures come from SciPy, statsmodels
and gbstats; where they lose digits, from mpmath with forty digits, or from exact fractions.
"""

import json
import math
import random
from fractions import Fraction
from pathlib import Path

import mpmath
import numpy
from gbstats.frequentist.tests import FrequentistConfig, SequentialConfig, SequentialTwoSidedTTest, TwoSidedTTest
from gbstats.models.statistics import RegressionAdjustedStatistic, SampleMeanStatistic, compute_theta
from gbstats.utils import check_srm
from scipy import optimize, special, stats
from statsmodels.stats.contingency_tables import StratifiedTable
from statsmodels.stats.multitest import multipletests

mpmath.mp.dps = 40
FOLDER = Path(__file__).parent
rng = random.Random(20_240_611)


def close(value, other, relative):
    """Stops where two oracles disagree."""
    value, other = float(value), float(other)
    if not math.isclose(value, other, rel_tol=relative, abs_tol=1e-300):
        raise AssertionError(f"oracles disagree: {value!r} and {other!r}")
    return value


def write(name, **sections):
    meta = "generate.py: SciPy, statsmodels, gbstats, mpmath, in the versions of requirements.txt"
    lines = [f'{{"oracle": {json.dumps(meta)}']
    for section, cases in sections.items():
        rows = ",\n".join(json.dumps(case, separators=(",", ":"), allow_nan=False) for case in cases)
        lines.append(f'"{section}": [\n{rows}\n]')
    (FOLDER / name).write_text(",\n".join(lines) + "}\n")
    print(name, {section: len(cases) for section, cases in sections.items()})


def log_uniform(low, high):
    return 10 ** rng.uniform(math.log10(low), math.log10(high))


# Distributions


def normal():
    points = [rng.uniform(-6, 6) for _ in range(200)] + [rng.uniform(-37, 37) for _ in range(200)]
    points += [0, 1e-8, -1e-8, 1, -1]
    rows = []
    for x in points:
        upper = mpmath.erfc(mpmath.mpf(x) / mpmath.sqrt(2)) / 2
        lower = mpmath.erfc(-mpmath.mpf(x) / mpmath.sqrt(2)) / 2
        rows.append([x, close(lower, stats.norm.cdf(x), 1e-11), close(upper, stats.norm.sf(x), 1e-11)])
    return rows


def normal_tail(x):
    return mpmath.erfc(x / mpmath.sqrt(2)) / 2


def normal_quantiles():
    points = [rng.uniform(0.001, 0.999) for _ in range(200)] + [log_uniform(1e-300, 0.5) for _ in range(200)]
    points += [0.5 - 1e-9, 0.5 + 1e-9, 1e-16, 0.025, 0.975]
    rows = []
    for p in points:
        start = float(stats.norm.isf(p))
        target = mpmath.log(mpmath.mpf(p))
        root = mpmath.findroot(lambda x, target=target: mpmath.log(normal_tail(x)) - target, start, tol=1e-60)
        rows.append([p, close(root, start, 1e-9)])
    return rows


def student_tail(t, degrees):
    t, degrees = mpmath.mpf(t), mpmath.mpf(degrees)
    x = degrees / (degrees + t * t)
    if x > 0.5 and t * t < degrees:
        return (1 - mpmath.betainc(0.5, degrees / 2, 0, t * t / (degrees + t * t), regularized=True)) / 2
    return mpmath.betainc(degrees / 2, 0.5, 0, x, regularized=True) / 2


def student():
    rows = []
    for _ in range(500):
        degrees = rng.choice([1, 2, 3, 1.5, 10, 29.3, log_uniform(1, 300)])
        t = rng.choice([rng.uniform(0, 5), log_uniform(1e-6, 100)])
        if degrees > 20 and t > 40:
            t = rng.uniform(0, 40)
        rows.append([degrees, t, close(student_tail(t, degrees), stats.t.sf(t, degrees), 1e-7)])
    for _ in range(150):
        degrees = log_uniform(300, 1e18)
        t = rng.uniform(0, 12)
        if degrees > 1e5:
            tail = float(student_density_integral(t, degrees))
        else:
            tail = float(student_tail(t, degrees))
        rows.append([degrees, t, close(tail, stats.t.sf(t, degrees), 1e-6)])
    return rows


def student_density_integral(t, degrees):
    degrees = mpmath.mpf(degrees)
    factor = mpmath.exp(
        mpmath.loggamma((degrees + 1) / 2) - mpmath.loggamma(degrees / 2) - mpmath.log(degrees * mpmath.pi) / 2
    )
    return factor * mpmath.quad(
        lambda u: mpmath.exp(-(degrees + 1) / 2 * mpmath.log1p(u * u / degrees)), [t, t + 1, t + 3, t + 8, t + 20]
    )


def student_quantiles():
    rows = []
    for _ in range(400):
        degrees = rng.choice([1, 2, 3, 7.5, 30, log_uniform(1, 1e4)])
        p = rng.choice([rng.uniform(0.01, 0.99), log_uniform(1e-12, 0.5)])
        t = float(stats.t.isf(p, degrees))
        # The conditioning of the tail decides; SciPy's value is refined by Newton's method on it.
        value = mpmath.mpf(t)
        tail = min(p, 1 - p)
        if abs(t) < 1e-3:
            continue
        value = abs(value)
        exact = mpmath.mpf(p) if p <= 0.5 else 1 - mpmath.mpf(p)
        for _ in range(5):
            density = mpmath.diff(lambda u, degrees=degrees: student_tail(u, degrees), value, h=mpmath.mpf(10) ** -15)
            value -= (student_tail(value, degrees) - exact) / density
        value = value if p <= 0.5 else -value
        rows.append([degrees, p, close(value, t, 1e-5 if tail < 1e-8 else 1e-8)])
    return rows


def chi_square():
    rows = []
    for _ in range(300):
        degrees = rng.choice([1, 2, 3, 4, 9, log_uniform(0.5, 1000)])
        x = degrees * log_uniform(0.01, 10) if rng.random() < 0.7 else log_uniform(1e-3, 500)
        lower = mpmath.gammainc(mpmath.mpf(degrees) / 2, 0, mpmath.mpf(x) / 2, regularized=True)
        upper = mpmath.gammainc(mpmath.mpf(degrees) / 2, mpmath.mpf(x) / 2, regularized=True)
        if upper < 1e-290 or lower < 1e-290:
            continue
        rows.append(
            [
                degrees,
                x,
                close(lower, stats.chi2.cdf(x, degrees), 1e-9),
                close(upper, stats.chi2.sf(x, degrees), 1e-9),
            ]
        )
    for _ in range(50):
        degrees = log_uniform(1e3, 1e6)
        x = degrees + rng.uniform(-8, 8) * math.sqrt(2 * degrees)
        rows.append([degrees, x, float(stats.chi2.cdf(x, degrees)), float(stats.chi2.sf(x, degrees))])
    return rows


def incomplete_beta():
    rows = []
    for _ in range(400):
        a, b = log_uniform(0.05, 1e4), log_uniform(0.05, 1e4)
        mean = a / (a + b)
        spread = math.sqrt(mean * (1 - mean) / (a + b + 1))
        x = min(1 - 1e-9, max(1e-9, mean + rng.uniform(-6, 6) * spread))
        lower, upper = float(special.betainc(a, b, x)), float(special.betaincc(a, b, x))
        if min(lower, upper) < 1e-250:
            continue
        if max(a, b) < 200:
            close(mpmath.betainc(a, b, 0, x, regularized=True), lower, 1e-10)
        rows.append([a, b, x, lower, upper])
    return rows


def log_gamma():
    points = [log_uniform(1e-3, 1e9) for _ in range(150)] + [1, 2, 0.5, 15.9, 16, 16.1]
    return [[x, float(mpmath.loggamma(mpmath.mpf(x)))] for x in points]


# Rates


def random_strata(most=6):
    strata = []
    for _ in range(rng.randint(1, most)):
        exposed, unexposed = int(log_uniform(1, 20_000)), int(log_uniform(1, 20_000))
        rate = log_uniform(0.002, 0.4)
        ratio = log_uniform(0.3, 4)
        strata.append(
            [
                sum(rng.random() < min(0.95, rate * ratio) for _ in range(exposed)),
                exposed,
                sum(rng.random() < rate for _ in range(unexposed)),
                unexposed,
            ]
        )
    return strata


def ratios():
    rows = []
    while len(rows) < 300:
        strata = random_strata()
        exposed = sum(Fraction(a * n0, n1 + n0) for a, n1, b, n0 in strata)
        unexposed = sum(Fraction(b * n1, n1 + n0) for a, n1, b, n0 in strata)
        if exposed == 0 or unexposed == 0:
            continue
        variance = sum(
            Fraction(n1 * n0 * (a + b) - a * b * (n1 + n0), (n1 + n0) ** 2) for a, n1, b, n0 in strata
        ) / (exposed * unexposed)
        ratio = float(exposed / unexposed)
        error = math.sqrt(variance)
        tables = [numpy.array([[a, n1 - a], [b, n0 - b]]) for a, n1, b, n0 in strata]
        close(ratio, StratifiedTable(tables).riskratio_pooled, 1e-12)
        z = float(stats.norm.ppf(0.975))
        interval = [ratio * math.exp(-z * error), ratio * math.exp(z * error)]
        if len(strata) == 1:
            a, n1, b, n0 = strata[0]
            single = stats.contingency.relative_risk(a, n1, b, n0).confidence_interval(0.95)
            close(interval[0], single.low, 1e-12)
            close(interval[1], single.high, 1e-12)
        weights = [Fraction(n1 * n0, n1 + n0) for a, n1, b, n0 in strata]
        difference = sum(
            w * (Fraction(a, n1) - Fraction(b, n0)) for w, (a, n1, b, n0) in zip(weights, strata, strict=True)
        ) / sum(weights)
        spread = sum(
            Fraction(a * (n1 - a) * n0**3 + b * (n0 - b) * n1**3, n1 * n0 * (n1 + n0) ** 2) for a, n1, b, n0 in strata
        )
        rows.append(
            {
                "strata": strata,
                "ratio": ratio,
                "error": error,
                "interval": interval,
                "difference": float(difference),
                "differenceError": math.sqrt(spread) / float(sum(weights)),
            }
        )
    return rows


def log_evidence(strata, logarithm, scale, sign=1):
    """The average of the likelihood ratio over half-normal s, by adaptive quadrature of forty digits."""
    terms = [(a if sign > 0 else b, a + b, (n1, n0) if sign > 0 else (n0, n1)) for a, n1, b, n0 in strata]
    ratio = mpmath.exp(logarithm)
    shares = [ratio * n1 / (ratio * n1 + n0) for _, _, (n1, n0) in terms]

    def exponent(s):
        growth = mpmath.expm1(s)
        value = -s * s / (2 * scale * scale)
        for (a, m, _), share in zip(terms, shares, strict=True):
            value += a * s - m * mpmath.log1p(share * growth)
        return value

    grid = [scale * 40 * k / 16_000 for k in range(16_001)]
    values = [float(exponent_float(terms, shares, scale, s)) for s in grid]
    top = max(values)
    kept = [s for s, value in zip(grid, values, strict=True) if value > top - 60]
    step = grid[1]
    low, high = max(0.0, kept[0] - step), kept[-1] + step
    points = [low + (high - low) * k / 16 for k in range(17)]
    with mpmath.workdps(25):
        integral = mpmath.quad(lambda s: mpmath.exp(exponent(s) - top), points)
        return top + mpmath.log(integral * 2 / (scale * mpmath.sqrt(2 * mpmath.pi)))


def exponent_float(terms, shares, scale, s):
    value = -s * s / (2 * scale * scale)
    growth = math.expm1(s)
    for (a, m, _), share in zip(terms, shares, strict=True):
        value += a * s - m * math.log1p(float(share) * growth)
    return value


def fast_log_evidence(strata, logarithm, scale, sign):
    """The same by the trapezoidal rule, for finding bounds."""
    s = numpy.linspace(0, 40 * scale, 160_001)
    value = -s * s / (2 * scale * scale)
    ratio = math.exp(logarithm)
    for a, n1, b, n0 in strata:
        (x, m1, m0) = (a, n1, n0) if sign > 0 else (b, n0, n1)
        share = ratio * m1 / (ratio * m1 + m0)
        value = value + x * s - (a + b) * numpy.log1p(share * numpy.expm1(s))
    # With the correction of Euler and Maclaurin at zero, whose end is the only one that counts.
    top = value.max()
    terms = numpy.exp(value - top)
    h = s[1]
    slope = (-25 * terms[0] + 48 * terms[1] - 36 * terms[2] + 16 * terms[3] - 3 * terms[4]) / 12
    integral = h * (terms.sum() - terms[0] / 2 + slope / 12)
    return top + math.log(integral * 2 / (scale * math.sqrt(2 * math.pi)))


def ratio_sequences():
    rows = []
    while len(rows) < 120:
        strata = random_strata(4)
        if rng.random() < 0.3:
            strata = [[min(a, 3), n1, min(b, 2), n0] for a, n1, b, n0 in strata]
        if rng.random() < 0.15:
            strata = [[a, n1, 0, n0] for a, n1, b, n0 in strata]
        typical = rng.choice([1.5, 2.5, 5.0])
        scale = math.log(typical)
        above = rng.choice([0.5, 1.0, 1.0, 2.0])
        evidence = log_evidence(strata, mpmath.log(above), mpmath.log(typical))
        confidence = rng.choice([0.9, 0.95, 0.99])
        limit = -math.log((1 - confidence) / 2)
        bounds = []
        for sign in (1, -1):
            def excess(u, strata=strata, scale=scale, sign=sign, limit=limit):
                return fast_log_evidence(strata, u, scale, sign) - limit

            bounds.append(optimize.brentq(excess, -59, 59, xtol=1e-11) if excess(-59) > 0 else None)
        rows.append(
            {
                "strata": strata,
                "typical": typical,
                "above": above,
                "logEvidence": float(evidence),
                "confidence": confidence,
                "lower": None if bounds[0] is None else math.exp(bounds[0]),
                "upper": None if bounds[1] is None else math.exp(-bounds[1]),
            }
        )
    return rows


# Means


def statistic(values):
    return SampleMeanStatistic(n=len(values), sum=float(sum(values)), sum_squares=float(sum(v * v for v in values)))


def means():
    rows = []
    for _ in range(150):
        generator = numpy.random.default_rng(rng.randrange(2**31))
        groups = []
        for _ in range(2):
            count = int(log_uniform(3, 60))
            base = generator.gamma(2, 3, count) + rng.uniform(0.5, 2)
            values = 0.7 * base + generator.normal(2, rng.uniform(0.2, 3), count)
            groups.append((numpy.round(values, 3).tolist(), numpy.round(base, 3).tolist()))
        (control, control_base), (treatment, treatment_base) = groups
        alpha = rng.choice([0.01, 0.05, 0.1])
        tuned = rng.choice([50.0, 500.0, 5000.0])
        a, b = statistic(control), statistic(treatment)
        plain = stats.ttest_ind(treatment, control, equal_var=False)
        plain_interval = plain.confidence_interval(1 - alpha)
        row = {
            "control": control,
            "treatment": treatment,
            "controlBase": control_base,
            "treatmentBase": treatment_base,
            "confidence": 1 - alpha,
            "tuned": tuned,
            "t": float(plain.statistic),
            "degrees": float(plain.df),
            "p": float(plain.pvalue),
            "interval": [float(plain_interval.low), float(plain_interval.high)],
        }
        joined = [
            RegressionAdjustedStatistic(
                n=len(values),
                post_statistic=statistic(values),
                pre_statistic=statistic(base),
                post_pre_sum_of_products=float(sum(v * w for v, w in zip(values, base, strict=True))),
                theta=0,
            )
            for values, base in groups
        ]
        theta = compute_theta(*joined)
        adjusted = [RegressionAdjustedStatistic(**{**vars_of(one), "theta": theta}) for one in joined]
        row["theta"] = float(theta)
        for name, pair in (("plain", (a, b)), ("adjusted", adjusted)):
            for scale in ("absolute", "relative"):
                fixed = TwoSidedTTest(*pair, FrequentistConfig(alpha=alpha, difference_type=scale))
                watched = SequentialTwoSidedTTest(
                    *pair, SequentialConfig(alpha=alpha, difference_type=scale, sequential_tuning_parameter=tuned)
                )
                row[f"{name}-{scale}"] = [
                    float(fixed.point_estimate),
                    float(math.sqrt(fixed.variance)),
                    *map(float, fixed.confidence_interval),
                    float(fixed.p_value),
                    *map(float, watched.confidence_interval),
                    float(watched.p_value),
                ]
        rows.append(row)
    return rows


def vars_of(one):
    names = ("n", "post_statistic", "pre_statistic", "post_pre_sum_of_products", "theta")
    return {name: getattr(one, name) for name in names}


# Many comparisons, sizes of groups


def adjusted_p_values():
    rows = []
    for _ in range(150):
        count = rng.randint(1, 25)
        values = [rng.choice([rng.random(), log_uniform(1e-9, 1), 1.0, 0.0, 0.03]) for _ in range(count)]
        adjusted = multipletests(values, method="fdr_bh")[1]
        for one, other in zip(adjusted, stats.false_discovery_control(values), strict=True):
            close(one, other, 1e-12)
        rows.append([values, [float(value) for value in adjusted]])
    return rows


def sample_ratios():
    rows = []
    for _ in range(200):
        count = rng.randint(2, 5)
        shares = [rng.choice([1, 1, 2, 0.5, rng.uniform(0.05, 3)]) for _ in range(count)]
        total = log_uniform(20, 1e7)
        drift = rng.choice([0, 0.01, 0.1])
        observed = [
            int(total * share / sum(shares) * (1 + rng.uniform(-drift, drift)) + rng.gauss(0, math.sqrt(total) / 4))
            for share in shares
        ]
        observed = [max(0, size) for size in observed]
        if sum(observed) == 0:
            continue
        expected = [sum(observed) * share / sum(shares) for share in shares]
        test = stats.chisquare(observed, expected, sum_check=False)
        close(test.pvalue, check_srm(observed, shares), 1e-6)
        concentration = rng.choice([1.0, 100.0, 10_000.0])
        null = [mpmath.mpf(share) / mpmath.mpf(sum(map(mpmath.mpf, shares))) for share in shares]
        prior = [concentration * share for share in null]
        size = sum(observed)
        evidence = mpmath.loggamma(concentration) - mpmath.loggamma(size + concentration)
        for x, alpha, share in zip(observed, prior, null, strict=True):
            evidence += mpmath.loggamma(x + alpha) - mpmath.loggamma(alpha) - x * mpmath.log(share)
        rows.append(
            {
                "observed": observed,
                "shares": shares,
                "statistic": float(test.statistic),
                "p": float(test.pvalue),
                "concentration": concentration,
                "logEvidence": float(evidence),
            }
        )
    return rows


write(
    "distributions.json",
    normal=normal(),
    normalQuantiles=normal_quantiles(),
    student=student(),
    studentQuantiles=student_quantiles(),
    chiSquare=chi_square(),
    incompleteBeta=incomplete_beta(),
    logGamma=log_gamma(),
)
write("rates.json", ratios=ratios(), sequences=ratio_sequences())
write("means.json", comparisons=means())
write("comparisons.json", adjusted=adjusted_p_values(), sampleRatios=sample_ratios())
