/* A service with the feature `metrics`, by as many workers as its environment says. */
import { metricsFeature } from '../../templates/features/metrics/engine/metrics/metrics-feature.js';
import { main } from '../../templates/service/engine/service/main.js';
import { project } from '../../templates/service/src/project.js';

await main({ ...project, features: [metricsFeature()] });
