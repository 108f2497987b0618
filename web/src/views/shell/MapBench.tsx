import { lazy, Suspense } from 'react';
import { isGone } from '../../model/conversation';
import { Sidebar } from '../library/Sidebar';
import { Broken } from '../parts/Broken';
import { useConversation } from '../parts/store';
import { Missing } from './Missing';
import { StatusLine } from './StatusLine';
import { Top } from './Top';

const MapPage = lazy(() => import('../map/MapPage').then((room) => ({ default: room.MapPage })));

/** The map of a turn, in the frame of its conversation. */
export function MapBench({ id, turnId }: { id: string; turnId: string }) {
  const missing = useConversation((state) => isGone(state.phase));
  return (
    <div className="app mapping">
      <Sidebar />
      <Top />
      <main className="main">
        <Broken>
          <Suspense>{missing ? <Missing /> : <MapPage key={turnId} id={id} turnId={turnId} />}</Suspense>
        </Broken>
      </main>
      <StatusLine />
    </div>
  );
}
