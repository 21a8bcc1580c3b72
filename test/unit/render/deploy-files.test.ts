import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { featuresIn } from '../../../src/render/features.js';
import { renderProject } from '../../../src/render/render-project.js';
import { coreSettings } from '../../../src/render/settings.js';
import { appOf, MADE_AT, templates } from '../../golden/example.js';

const features = featuresIn(templates()).map(({ name }) => name);
const app = { ...appOf('orders'), name: 'shop', features };
const files = renderProject(app, { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) });
const text = (path: string): string => files.get(path)!;

interface Variable {
  readonly name: string;
}

/** What is looked for in documents, wherever it stands. */
interface Part {
  readonly env?: readonly Variable[] | Readonly<Record<string, string>>;
  readonly secretKeyRef?: { readonly key: string };
  readonly securityContext?: { readonly runAsUser?: number };
  readonly run?: string;
}

/** Every object within a document, itself included. */
function within(value: unknown): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(within)];
}

const namesIn = ({ env = [] }: Part): readonly string[] =>
  Array.isArray(env) ? env.map(({ name }: Variable) => name) : Object.keys(env);

const compose = parse(text('deploy/compose/compose.yaml'));
const balancer = text('deploy/compose/haproxy.cfg');
const kubernetes = ['service', 'settings', 'migrate', 'ingress', 'backup', 'restore'].flatMap(
  (name) =>
    parseAllDocuments(text(`deploy/kubernetes/${name}.yaml`)).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    }),
);
const [deployment, service, budget, data, config, job, ingress, claim, cron, restore] = kubernetes;
const [container] = deployment.spec.template.spec.containers;
const unit = text('deploy/systemd/app.service');
const workflow = parse(text('.github/workflows/service.yml'));

/** Names of settings in a file of variables. */
const settingsIn = (path: string): readonly string[] =>
  [...text(path).matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!);
const settings = [...text('docs/settings.md').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!);

/** Seconds of a setting such as `10s`. */
const seconds = (words: string): number => Number(/(\d+)s/.exec(words)![1]);

describe('the files of the feature `deploy`', () => {
  test('name settings that there are', () => {
    const named = [
      ...Object.keys(compose.services.app.environment),
      ...within(kubernetes).flatMap(namesIn),
      ...within(kubernetes).flatMap(({ secretKeyRef }) => secretKeyRef?.key ?? []),
      ...Object.keys(config.data),
      ...settingsIn('deploy/kubernetes/secrets.env.example'),
      ...settingsIn('deploy/systemd/app.env.example'),
      ...within(workflow.jobs.test.steps).flatMap(namesIn),
      ...[...text('deploy/compose/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(
        ([, name]) => name!,
      ),
    ];
    expect(named.length).toBeGreaterThan(20);
    // What the job asks of whoever restores.
    expect(named.filter((name) => ![...settings, 'BACKUP'].includes(name))).toEqual([]);
    expect([...unit.matchAll(/^Environment=(\w+)/gm)].map(([, name]) => name)).toEqual([
      'NODE_ENV',
    ]);
  });

  test('have no secret in them, and none in a ConfigMap or an image', () => {
    const secrets = ['DATABASE_URL', 'AUTH_SECRET', 'ADMIN_PASSWORD', 'MAIL_URL', 'METRICS_TOKEN'];
    const open = [...Object.keys(config.data), ...text('Dockerfile').split(/\W+/)];
    expect(secrets.filter((name) => open.includes(name))).toEqual([]);
    for (const [path, content] of files)
      if (/^(deploy|\.github)\//.test(path)) expect(content, path).not.toContain('x'.repeat(43));
  });

  test('have no value that refuses the start, but for secrets', () => {
    expect(Object.entries(config.data).filter(([, value]) => value === '')).toEqual([]);
    expect(config.data).toMatchObject({ PUBLIC_URL: `https://${ingress.spec.rules[0].host}` });
    expect(text('deploy/kubernetes/secrets.env.example')).toMatch(/^# .*made up.*\n/);
  });

  test('back up the database where the project has the feature', () => {
    const pod = cron.spec.jobTemplate.spec.template.spec;
    expect(pod.volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
    expect(pod.containers[0].image).toBe(compose.services.db.image);
    expect(pod.containers[0].volumeMounts[0].mountPath).toBe('/backups');
    const paths = (some: readonly string[]) => {
      const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
      return [...renderProject({ ...app, features: [...some] }, options).keys()];
    };
    const without = (name: string) => paths(features.filter((one) => one !== name));
    const pods = [pod, restore.spec.template.spec, deployment.spec.template.spec];
    for (const { volumes } of pods)
      expect(volumes).toContainEqual({
        name: 'data',
        persistentVolumeClaim: { claimName: data.metadata.name },
      });
    expect(compose.services.app.volumes).toEqual(['data:/app/data']);
    expect(without('backup')).not.toContain('deploy/kubernetes/backup.yaml');
    expect(without('deploy').filter((path) => /kubernetes/.test(path))).toEqual([]);
  });

  test('give the tests of CI what they read, and nothing of the service', () => {
    const given = [...new Set(within(workflow.jobs.test.steps).flatMap(namesIn))];
    expect(given).toEqual(['TEST_DATABASE_URL', 'BROWSER_TESTS']);
    const tests = featuresIn(templates()).flatMap((feature) => feature.settings);
    const forTests = [...coreSettings(templates()), ...tests].filter((one) => one.for === 'tests');
    expect(given).toEqual(forTests.map(({ name }) => name));
    expect(text('.github/workflows/service.yml')).not.toMatch(/secrets\.(?!GITHUB_TOKEN)/);
  });

  test('agree with the image on port, user and command', () => {
    const image = text('Dockerfile');
    const port = Number(/EXPOSE (\d+)/.exec(image)![1]);
    expect(container.ports).toEqual([{ name: 'http', containerPort: port }]);
    expect(service.spec.ports[0].targetPort).toBe('http');
    const { backend } = ingress.spec.rules[0].http.paths[0];
    const { name } = service.metadata;
    expect(backend.service).toEqual({ name, port: { name: service.spec.ports[0].name } });
    expect(ingress.spec.tls[0].hosts).toEqual([ingress.spec.rules[0].host]);
    expect(balancer).toContain(` app:${port} `);
    const command = /CMD (\["node".*main\.js"\])$/m.exec(image)![1]!;
    const words = JSON.parse(command) as string[];
    expect(job.spec.template.spec.containers[0].args).toEqual([...words, 'migrate']);
    expect(unit).toContain(`ExecStart=/usr/bin/${words.join(' ')}\n`);
    expect(compose.services.app.build).toBe('../..');
    for (const { securityContext } of within(kubernetes))
      if (securityContext?.runAsUser) expect(securityContext).toMatchObject({ runAsNonRoot: true });
    expect(image).toContain('USER node');
  });

  test('ask paths that the service answers', () => {
    const app = text('src/app.ts');
    const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((name) => {
      expect(container[name].httpGet.port).toBe('http');
      return container[name].httpGet.path;
    });
    expect(probes).toEqual(['/healthz', '/readyz', '/healthz']);
    for (const path of [...probes, /httpchk GET (\S+)/.exec(balancer)![1]])
      expect(app).toContain(`endpoint(app, '${path}',`);
  });

  test('give whoever stops the time that it takes', () => {
    const GRACE = 10;
    const { SHUTDOWN_DELAY } = compose.services.app.environment;
    const delay = config.data.SHUTDOWN_DELAY;
    const { terminationGracePeriodSeconds } = deployment.spec.template.spec;
    expect(terminationGracePeriodSeconds).toBeGreaterThan(seconds(delay) + GRACE);
    const { stop_grace_period } = compose.services.app;
    expect(seconds(stop_grace_period)).toBeGreaterThan(seconds(SHUTDOWN_DELAY) + GRACE);
    expect(seconds(/TimeoutStopSec=(\d+s)/.exec(unit)![1]!)).toBeGreaterThan(5 + GRACE);
    const [, every, times] = /check inter (\d+)s fall (\d+)/.exec(balancer)!.map(Number);
    expect(every! * times!).toBeLessThan(seconds(SHUTDOWN_DELAY));
  });

  test('select what they run', () => {
    const { labels } = deployment.spec.template.metadata;
    for (const selector of [deployment.spec.selector.matchLabels, budget.spec.selector.matchLabels])
      expect(labels).toMatchObject(selector);
    expect(labels).toMatchObject(service.spec.selector);
    // The Job's pods get no requests.
    expect(job.spec.template.metadata.labels).not.toMatchObject(service.spec.selector);
    expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas);
  });

  test('run scripts that the project has', () => {
    const { scripts } = JSON.parse(text('package.json'));
    const runs = within(workflow).flatMap(
      ({ run = '' }) => /^npm (?:run )?(\w+)$/.exec(run)?.[1] ?? [],
    );
    expect(runs).toEqual(['ci', 'lint', 'build', 'test']);
    for (const run of runs.slice(1)) expect(Object.keys(scripts)).toContain(run);
  });
});
