import { type Problem, warning } from '../../problem.js';
import { ICONS, isFolder } from '../../render/render-package.js';
import { absentIcons, drawnBy, FOLDER } from '../change/own-icons.js';
import { packagesIn } from '../open/listed-packages.js';
import type { OpenProject } from '../open/open-project.js';

/** Warns of imports of icons that the folder lacks: the back-office does not build. */
export function missingIcons({ mine }: Pick<OpenProject, 'mine'>): Problem[] {
  if (!isFolder(packagesIn(mine)[ICONS] ?? '')) return [];
  const whole = 'for all icons, run: npm install --save-dev @mui/icons-material@9';
  return absentIcons(mine, drawnBy(mine.keys()), mine.keys()).map(({ icon, place }) =>
    isName(icon)
      ? warning(
          'missing-icon',
          `${place} imports \`${ICONS}/${icon}\`, but there is no ${FOLDER}${icon}.js`,
          `add the file, as ${FOLDER}README.md says; or ${whole}`,
        )
      : warning(
          'missing-icon',
          `${place} imports icons from \`${ICONS}\`, but ui/icons exports each by its name only`,
          `import them from \`${ICONS}/<name>\`; or ${whole}`,
        ),
  );
}

/** Whether an import names the file of an icon, and not the root of the package. */
const isName = (icon: string): boolean => !/^[{*]/.test(icon);
