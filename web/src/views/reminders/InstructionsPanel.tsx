import { useTranslation } from 'react-i18next';
import { useConversation } from '../parts/store';
import { BesideFrame } from './Beside';
import { InstructionList } from './InstructionList';

/** Custom instructions as they count in this conversation. */
export function InstructionsPanel() {
  const { t } = useTranslation('reminders');
  const id = useConversation((state) => state.id);
  return (
    <BesideFrame title={t('instructions.title')} note="">
      <InstructionList key={id} here={id} />
    </BesideFrame>
  );
}
