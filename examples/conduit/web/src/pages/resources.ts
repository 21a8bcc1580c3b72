import ArticleOutlinedIcon from '@mui/icons-material/ArticleOutlined';
import ForumOutlinedIcon from '@mui/icons-material/ForumOutlined';
import LabelOutlinedIcon from '@mui/icons-material/LabelOutlined';
import PeopleOutlinedIcon from '@mui/icons-material/PeopleOutlined';
import TableChartOutlinedIcon from '@mui/icons-material/TableChartOutlined';
import TableRowsOutlinedIcon from '@mui/icons-material/TableRowsOutlined';
import { type AppResource, definition } from '#ui';

/** Every model, in the order of the menu, which is yours to change; what else there is of one comes with its pages. */
export const resources: readonly AppResource[] = [
  {
    name: 'user',
    model: 'User',
    label: 'User |||| Users',
    icon: PeopleOutlinedIcon,
    people: true,
    dashboard: 'last',
    load: definition(() => import('./user/user.resource'), 'userResource'),
  },
  {
    name: 'follow',
    model: 'Follow',
    label: 'Follow |||| Follows',
    icon: TableChartOutlinedIcon,
    dashboard: 'last',
    load: definition(() => import('./follow/follow.resource'), 'followResource'),
  },
  {
    name: 'tag',
    model: 'Tag',
    label: 'Tag |||| Tags',
    icon: LabelOutlinedIcon,
    dashboard: 'last',
    load: definition(() => import('./tag/tag.resource'), 'tagResource'),
  },
  {
    name: 'article',
    model: 'Article',
    label: 'Article |||| Articles',
    icon: ArticleOutlinedIcon,
    load: definition(() => import('./article/article.resource'), 'articleResource'),
  },
  {
    name: 'favorite',
    model: 'Favorite',
    label: 'Favorite |||| Favorites',
    icon: TableRowsOutlinedIcon,
    dashboard: 'last',
    load: definition(() => import('./favorite/favorite.resource'), 'favoriteResource'),
  },
  {
    name: 'comment',
    model: 'Comment',
    label: 'Comment |||| Comments',
    icon: ForumOutlinedIcon,
    dashboard: 'last',
    load: definition(() => import('./comment/comment.resource'), 'commentResource'),
  },
];
