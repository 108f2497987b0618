import { isAtWork, passagesOf } from '../../model/toolUse';
import type { Reply } from '../../protocol/events';
import { Markdown } from '../markdown/Markdown';
import { PictureFigure } from './PictureFigure';
import { ToolCard } from './ToolCard';

/** An advisor's answer: its words, and between them the tools it used, the same while it comes and afterwards. */
export function ToolPassages({ reply }: { reply: Reply }) {
  const live = reply.state === 'streaming' && !isAtWork(reply);
  return passagesOf(reply).map((passage) => {
    if (passage.kind === 'tool') return <ToolCard key={passage.key} reply={reply} use={passage.use} />;
    if (passage.kind === 'picture')
      return <PictureFigure key={passage.key} voice={reply.name} picture={passage.picture} tool={passage.tool} />;
    const grows = live && passage.last;
    return (
      <div key={passage.key} className={grows ? 'say live' : 'say'}>
        <Markdown text={passage.text} streaming={grows} />
      </div>
    );
  });
}
