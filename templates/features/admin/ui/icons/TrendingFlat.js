import { createSvgIcon } from '@mui/material';
import { jsx } from 'react/jsx-runtime';

export default createSvgIcon(jsx('path', { d: 'm22 12-4-4v3H3v2h15v3z' }), 'TrendingFlat');
