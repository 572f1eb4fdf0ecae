import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'

type BusyButtonProps = ComponentProps<typeof Button> & { isBusy: boolean; icon?: ReactNode }

export function BusyButton({ isBusy, icon, children, disabled, ...rest }: BusyButtonProps) {
  return (
    <Button {...rest} disabled={disabled || isBusy} aria-busy={isBusy}>
      {isBusy ? <LoaderCircle aria-hidden="true" className="size-4 animate-spin" /> : icon}
      <span className="contents">{children}</span>
    </Button>
  )
}
