import { parse, parseAllDocuments } from 'yaml';
import type { Tree } from '../../src/tree.js';

/** The variables of a process, or of a file that names them. */
export type Variables = Readonly<Record<string, string>>;

/** What a project's deployment files make of the settings that somebody gives: the environment of the service. */
export type Deployment = (files: Tree, given: Variables) => Variables;

/** The service `app` of a compose file, started with these variables in `.env`; throws what compose says of a missing one. */
export const byCompose =
  (path: string): Deployment =>
  (files, given) => {
    const { environment } = parse(textOf(files, path)).services.app as { environment: Variables };
    const filled = Object.entries(environment).map(([name, text]) => [name, fillIn(text, given)]);
    return { ...imageVariables(files), ...Object.fromEntries(filled) };
  };

/** A pod of the Deployment, with a ConfigMap and a Secret whose empty values somebody has filled in. */
export const byKubernetes: Deployment = (files, given) => {
  const [deployment] = parseAllDocuments(textOf(files, 'deploy/kubernetes/service.yaml'));
  const { metadata, spec } = deployment!.toJS();
  const [{ env, envFrom }] = spec.template.spec.containers;
  if (env !== undefined || envFrom.length !== 2) throw new Error('an environment of another kind');
  const { kind, data, ...map } = parse(textOf(files, 'deploy/kubernetes/settings.yaml'));
  if (kind !== 'ConfigMap') throw new Error('no ConfigMap');
  const secrets = textOf(files, 'deploy/kubernetes/secrets.env.example');
  const secret = /create secret generic (\S+)/.exec(secrets)?.[1];
  const sources = [
    { configMapRef: { name: map.metadata.name } },
    { secretRef: { name: secret } },
  ] as const;
  if (JSON.stringify(envFrom) !== JSON.stringify(sources) || secret !== metadata.name)
    throw new Error(`other names: ${JSON.stringify(envFrom)}`);
  return { ...imageVariables(files), ...filledIn({ ...data, ...linesOf(secrets) }, given) };
};

/** The unit of systemd, with a filled-in copy of the example of its environment file. */
export const bySystemd: Deployment = (files, given) => {
  const unit = textOf(files, 'deploy/systemd/app.service');
  const example = textOf(files, 'deploy/systemd/app.env.example');
  const place = /^EnvironmentFile=(.*)$/m.exec(unit)![1]!;
  if (!example.startsWith(`# ${place}, `)) throw new Error(`the example is not of ${place}`);
  const own = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value!,
  ]);
  return { ...Object.fromEntries(own), ...filledIn(linesOf(example), given) };
};

const textOf = (files: Tree, path: string): string => {
  const text = files.get(path);
  if (text === undefined) throw new Error(`there is no ${path}`);
  return text;
};

/** As compose does it: `${NAME:?message}` and `${NAME:-default}`, where an empty value is as good as none. */
const fillIn = (text: string, given: Variables): string =>
  text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, sign: string, rest: string) => {
    if (given[name]) return given[name];
    if (sign === '-') return rest;
    throw new Error(`required variable ${name} is missing a value: ${rest}`);
  });

const imageVariables = (files: Tree): Variables => {
  const [, words = ''] = /^ENV (.*)$/m.exec(textOf(files, 'Dockerfile')) ?? [];
  return Object.fromEntries(words.split(' ').map((word) => word.split('=')));
};

const linesOf = (text: string): Variables =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  );

/** What a file says, and for what it leaves empty what somebody gives. */
const filledIn = (said: Variables, given: Variables): Variables =>
  Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, value || (given[name] ?? '')]),
  );
