import { useStore } from 'zustand';
import { account, mayOperate } from '../../model/account';
import { workspace } from '../../model/workspace';

/** Whether one may connect models: whoever looks after the installation, and everybody where there are no accounts. */
export function useMayConnect(): boolean {
  const me = useStore(account, (state) => state.me);
  const accounts = useStore(workspace, ({ status }) => status?.accounts ?? true);
  return !accounts || mayOperate(me);
}
