// A program's catalogues and recent contexts: the attributes of contexts, features, and where flags are declared.

/** The known data by program; read once per document, and again after an error. */
const known = new Map();

/** The attributes `{name, type, description, values, isDeclared}`, by name. */
export const attributesOf = (program) => read(program).then(({ attributes }) => attributes);

/** The features `{feature, name, actions}` of the newest catalogue that have actions, which are `{action, name}`. */
export const featuresOf = (program) => read(program).then(({ features = [] }) => features);

function read(program) {
  if (!known.has(program.id)) {
    const reading = program.transport.get(`${program.path}/catalogue`);
    // Editors work without suggestions; the next one reads again.
    reading.catch(() => known.delete(program.id));
    known.set(program.id, reading);
  }
  return known.get(program.id);
}

/** The locations of a flag's declaration, by version, and the versions whose catalogues are known; the newest first. */
export const declarationsOf = (program, flag) => program.transport.get(`${program.path}/catalogue`, { flag });
