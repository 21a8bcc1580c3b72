/* A service with the features `metrics` and `workers`. */
import { metricsFeature } from '../../templates/features/metrics/engine/metrics/metrics-feature.js';
import { workers } from '../../templates/features/workers/engine/workers/workers-feature.js';
import { main } from '../../templates/service/engine/service/main.js';
import { project } from '../../templates/service/src/project.js';

await main({ ...project, features: [metricsFeature(), workers] });
