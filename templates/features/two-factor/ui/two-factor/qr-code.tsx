import { Box } from '@mui/material';
import { use } from 'react';
import { fetchCode } from '../missing-code';

/** Modules around the code, which readers need. */
const MARGIN = 4;

/** Loaded with the first code that is shown. */
const library = fetchCode(() => import('qrcode-generator'));

/** A text as a QR code; dark on light in every theme, as readers expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { default: qrcode } = use(library);
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * MARGIN;
  const modules = Array.from({ length: count * count }, (_, at) => {
    const [row, column] = [Math.floor(at / count), at % count];
    return code.isDark(row, column) ? `M${column + MARGIN} ${row + MARGIN}h1v1h-1z` : '';
  });
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ width: 216, maxWidth: '100%', borderRadius: 1, display: 'block' }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </Box>
  );
}
