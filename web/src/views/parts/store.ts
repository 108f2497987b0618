import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type Conversation, conversation } from '../../model/conversation';
import { type Draft, drafts, EMPTY, NEW } from '../../model/draft';
import { type Preferences, preferences } from '../../model/preferences';
import { type PreviewState, preview } from '../../model/preview';
import { type Route, route } from '../../model/route';
import { type Screen, screen } from '../../model/screen';
import { type Workspace, workspace } from '../../model/workspace';

/** Each hook redraws only when what it picks has changed; picked objects are compared by their fields. */
export const useConversation = <Picked>(pick: (state: Conversation) => Picked) =>
  useStore(conversation, useShallow(pick));
export const useWorkspace = <Picked>(pick: (state: Workspace) => Picked) => useStore(workspace, useShallow(pick));
export const usePreview = <Picked>(pick: (state: PreviewState) => Picked) => useStore(preview, useShallow(pick));
export const usePreferences = <Picked>(pick: (state: Preferences) => Picked) => useStore(preferences, useShallow(pick));
export const useScreen = <Picked>(pick: (state: Screen) => Picked) => useStore(screen, useShallow(pick));
export const useRoute = (): Route => useStore(route, (state) => state.now);

/** The draft of the conversation on the screen. */
export function useDraft(): Draft {
  const id = useConversation((state) => state.id);
  return useStore(drafts, (state) => state[id ?? NEW] ?? EMPTY);
}
