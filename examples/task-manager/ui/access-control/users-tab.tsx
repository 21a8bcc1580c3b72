import { ChoiceColumn, EmailColumn, TextColumn } from '../components/list/columns';
import { RelatedTab, RelatedTabs } from '../components/show/related';

export interface UsersTabProps {
  /** The field of users that refers to this record. */
  target: 'roles' | 'tenants';
  /** The field of this record that it holds. */
  source: string;
}

/** The users who have a role or belong to a tenant. */
export function UsersTab({ target, source }: UsersTabProps) {
  return (
    <RelatedTabs>
      <RelatedTab relation="users" reference="user" target={target} source={source} many>
        <TextColumn source="username" />
        <TextColumn source="first_name" />
        <TextColumn source="last_name" />
        <EmailColumn source="email" />
        <ChoiceColumn source="status" />
      </RelatedTab>
    </RelatedTabs>
  );
}
