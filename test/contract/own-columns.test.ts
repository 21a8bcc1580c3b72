import { useOwnNames } from './keyed-project.js';

// Everything that records with keys of all kinds can do, over tables that name their columns otherwise than JSON names their fields.
useOwnNames();
await import('./keys.test.js');
