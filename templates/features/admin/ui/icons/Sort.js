import { createSvgIcon } from '@mui/material';
import { jsx } from 'react/jsx-runtime';

export default createSvgIcon(jsx('path', { d: 'M3 18h6v-2H3zM3 6v2h18V6zm0 7h12v-2H3z' }), 'Sort');
