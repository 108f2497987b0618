/** Base UI's floating parts in our clothes. Focus, Escape and screen-reader roles are theirs. */
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Popover as BasePopover } from '@base-ui/react/popover';
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { type ReactElement, type ReactNode, useState } from 'react';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The title is for screen readers only. */
  quiet?: boolean;
  kind?: 'sheet' | 'wide' | 'full';
  className?: string;
  children: ReactNode;
}

/** A sheet over the page; Esc and a click beside it close it, and focus goes back to where it was. */
export function Dialog({ open, onClose, title, quiet = false, kind = 'sheet', className = '', children }: DialogProps) {
  const shape = `sheet ${kind === 'sheet' ? '' : kind} ${className}`;
  return (
    <BaseDialog.Root open={open} onOpenChange={(now) => !now && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="shade" />
        <BaseDialog.Popup className={shape}>
          <BaseDialog.Title className={quiet ? 'vh' : ''}>{title}</BaseDialog.Title>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>;
  children: ReactNode;
  label: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  align?: 'start' | 'center' | 'end';
  openOnHover?: boolean;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
}

export function Popover({
  trigger,
  children,
  label,
  side = 'bottom',
  align = 'end',
  className = '',
  ...rest
}: PopoverProps) {
  const { openOnHover = false, open, onOpenChange } = rest;
  const control = open === undefined ? {} : { open };
  return (
    <BasePopover.Root {...control} {...(onOpenChange && { onOpenChange: (now: boolean) => onOpenChange(now) })}>
      <BasePopover.Trigger render={trigger} openOnHover={openOnHover} delay={200} />
      <BasePopover.Portal>
        <BasePopover.Positioner className="layer" side={side} align={align} sideOffset={6} collisionPadding={8}>
          <BasePopover.Popup className={`pop ${className}`} aria-label={label}>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}

/** A few words on hover, on focus and when it is pressed, so that fingers reach them too. */
export function Tooltip({
  trigger,
  children,
}: {
  trigger: ReactElement<Record<string, unknown>>;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <BaseTooltip.Root open={open} onOpenChange={(now) => setOpen(now)}>
      <BaseTooltip.Trigger render={trigger} closeOnClick={false} onClick={() => setOpen(true)} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner className="layer" sideOffset={6} collisionPadding={8}>
          <BaseTooltip.Popup className="pop tipped" role="tooltip">
            {children}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}

interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>;
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
  className?: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** `MenuItem`, `MenuCheck`, `MenuChoice`, `MenuLine`, `MenuCaption`. */
  children: ReactNode;
}

export function Menu({ trigger, side = 'bottom', align = 'start', className = '', children, ...rest }: MenuProps) {
  const { open, onOpenChange } = rest;
  const control = open === undefined ? {} : { open };
  return (
    <BaseMenu.Root {...control} {...(onOpenChange && { onOpenChange: (now: boolean) => onOpenChange(now) })}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="layer" side={side} align={align} sideOffset={4} collisionPadding={8}>
          <BaseMenu.Popup className={`menu ${className}`}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export function MenuItem({
  onClick,
  disabled = false,
  children,
}: {
  onClick: () => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <BaseMenu.Item onClick={onClick} disabled={disabled}>
      {children}
    </BaseMenu.Item>
  );
}

interface MenuCheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** Stays open, so that several can be changed in one go. */
export function MenuCheck({ checked, onChange, children }: MenuCheckProps) {
  return (
    <BaseMenu.CheckboxItem checked={checked} onCheckedChange={onChange} closeOnClick={false}>
      {children}
    </BaseMenu.CheckboxItem>
  );
}

interface MenuChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: ReactNode }[];
}

/** One of several. Stays open, so that what follows from the choice can be looked at. */
export function MenuChoice({ label, value, onChange, options }: MenuChoiceProps) {
  return (
    <BaseMenu.RadioGroup aria-label={label} value={value} onValueChange={(chosen) => onChange(String(chosen))}>
      {options.map((option) => (
        <BaseMenu.RadioItem key={option.value} value={option.value} closeOnClick={false}>
          {option.label}
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}

export function MenuLine() {
  return <BaseMenu.Separator className="sep" />;
}

export function MenuCaption({ children }: { children: ReactNode }) {
  return <div className="cap">{children}</div>;
}
