import { OwnKeys } from './OwnKeys';

/** What the workspace pays with, among the settings about money. */
export function WorkspaceKeys() {
  return (
    <div className="oneself-part">
      <OwnKeys owner="workspace" />
    </div>
  );
}
