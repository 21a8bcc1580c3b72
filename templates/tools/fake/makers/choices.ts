import { oneOfFirst } from '../scene.js';
import { entries } from '../table.js';

/** Texts with few values, the first ones of each list more often. */
export const CHOICES = entries<string>({
  'status|workflow_state': oneOfFirst(['open', 'in progress', 'done', 'cancelled']),
  'priority|importance|urgency': oneOfFirst(['normal', 'low', 'high', 'urgent']),
  'severity|risk|risk_level|impact': oneOfFirst(['low', 'medium', 'high']),
  'level|difficulty|skill_level': oneOfFirst(['beginner', 'intermediate', 'advanced']),
  'grade|class|quality': oneOfFirst(['A', 'B', 'C', 'D']),
  condition: oneOfFirst(['good', 'like new', 'used', 'new', 'damaged']),
  'frequency|interval|recurrence|repeat|cycle|rhythm': oneOfFirst([
    'monthly',
    'weekly',
    'yearly',
    'daily',
    'quarterly',
  ]),
  'visibility|access|scope': oneOfFirst(['public', 'internal', 'private']),
  direction: oneOfFirst(['in', 'out']),
  'operating_system|os': oneOfFirst(['Windows', 'macOS', 'Linux', 'Android', 'iOS']),
  'environment|env': oneOfFirst(['production', 'staging', 'development']),
  weather: oneOfFirst(['sunny', 'cloudy', 'rain', 'windy', 'snow']),
  season: oneOfFirst(['spring', 'summer', 'autumn', 'winter']),
  'education|degree': oneOfFirst(['Bachelor', 'Master', 'Apprenticeship', 'Doctorate']),
  mood: oneOfFirst(['good', 'calm', 'tired', 'cheerful']),
  'answer|response': oneOfFirst(['yes', 'no', 'maybe']),
  'model|model_name|model_number|series':
    () =>
    ({ dice }) =>
      `${dice.pick(['A', 'C', 'E', 'S', 'X'])}${dice.between(1, 9)}0${dice.pick(['', '0', ' Plus', ' Pro'])}`,
  'permission|scope_name': oneOfFirst(['read', 'write', 'admin']),
  role: oneOfFirst(['member', 'editor', 'manager', 'owner']),
});
