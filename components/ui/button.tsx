import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

/** The classes of a button, also for links that look like one. */
export const buttonStyle = cva(
  'tap inline-flex items-center justify-center gap-2 rounded-full font-semibold text-center [&>svg]:shrink-0 whitespace-nowrap max-[24rem]:whitespace-normal max-[24rem]:py-1.5 transition-[background-color,transform,border-color] duration-150 active:scale-[0.98] disabled:cursor-not-allowed disabled:opacity-55 disabled:active:scale-100',
  {
    variants: {
      tone: {
        /** Where people dance: gifts. */
        loud: 'bg-marigold text-on-marigold hover:bg-marigold-deep',
        /** Where people handle money. */
        money: 'bg-leaf text-on-leaf hover:brightness-110',
        plain: 'border border-edge bg-surface text-ink hover:bg-sunken',
        quiet: 'text-ink hover:bg-sunken',
        /** Links of the header. */
        bare: 'hover:bg-sunken',
        outlined: 'border border-edge hover:bg-sunken',
        /** What can't be undone. */
        danger: 'border-2 border-alarm bg-surface text-alarm hover:bg-alarm-wash',
      },
      size: {
        normal: 'px-5 text-[0.95rem]',
        large: 'min-h-13 px-7 text-lg',
        snug: 'px-4',
        icon: 'size-11 px-0',
      },
      wide: { true: 'w-full' },
    },
    defaultVariants: { tone: 'plain', size: 'normal' },
  },
)

export function Button({
  tone,
  size,
  wide,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & VariantProps<typeof buttonStyle>) {
  return <button type={type} className={buttonStyle({ tone, size, wide, className })} {...rest} />
}
