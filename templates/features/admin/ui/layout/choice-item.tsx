import CheckIcon from '@mui/icons-material/Check';
import { ListItemIcon, MenuItem, type MenuItemProps } from '@mui/material';

/** An item of a menu in which one is chosen. */
export function ChoiceItem({
  isChosen,
  children,
  ...props
}: MenuItemProps & { isChosen: boolean }) {
  return (
    <MenuItem role="menuitemradio" aria-checked={isChosen} {...props}>
      <ListItemIcon>{isChosen && <CheckIcon fontSize="small" />}</ListItemIcon>
      {children}
    </MenuItem>
  );
}
