import { useTranslation } from 'react-i18next';
import { BesideFrame } from '../inspector/BesideFrame';
import { useConversation } from '../parts/store';
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
