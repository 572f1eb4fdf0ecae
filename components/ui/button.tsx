import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

export const buttonStyle = cva(
  'tap inline-flex items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap transition-[background-color,transform,border-color] duration-150 active:scale-[0.98] disabled:cursor-not-allowed disabled:opacity-55 disabled:active:scale-100',
  {
    variants: {
      tone: {
        /** Where people dance: gifts. */
        loud: 'bg-marigold text-on-marigold hover:bg-marigold-deep',
        /** Where people handle money. */
        money: 'bg-leaf text-on-leaf hover:brightness-110',
        plain: 'border border-edge bg-surface text-ink hover:bg-sunken',
        quiet: 'text-ink hover:bg-sunken',
      },
      size: {
        normal: 'px-5 text-[0.95rem]',
        large: 'min-h-13 px-7 text-lg',
        icon: 'size-11 px-0',
      },
      wide: { true: 'w-full', false: '' },
    },
    defaultVariants: { tone: 'plain', size: 'normal', wide: false },
  },
)

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonStyle>

/** A link that looks like one takes `buttonStyle`. */
export function Button({ tone, size, wide, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonStyle({ tone, size, wide, className })} {...rest} />
}
