import type { ComponentProps } from 'react'

const base =
  'tap inline-flex items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap transition-[background-color,transform,border-color] duration-150 active:scale-[0.98] disabled:cursor-not-allowed disabled:opacity-55 disabled:active:scale-100'

const tones = {
  /** Where people dance: gifts. */
  loud: 'bg-marigold text-on-marigold hover:bg-marigold-deep',
  /** Where people handle money. */
  money: 'bg-leaf text-on-leaf hover:brightness-110',
  plain: 'border border-edge bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  /** What can't be undone. */
  danger: 'border-2 border-alarm bg-surface text-alarm hover:bg-alarm-wash',
}

const sizes = { normal: 'px-5 text-[0.95rem]', large: 'min-h-13 px-7 text-lg', icon: 'size-11 px-0' }

type ButtonLook = {
  tone?: keyof typeof tones
  size?: keyof typeof sizes
  wide?: boolean
  className?: string
}

/** The classes of a button, for links that look like one. */
export function buttonStyle({
  tone = 'plain',
  size = 'normal',
  wide = false,
  className = '',
}: ButtonLook = {}): string {
  return `${base} ${tones[tone]} ${sizes[size]} ${wide ? 'w-full' : ''} ${className}`
}

export function Button({
  tone,
  size,
  wide,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonLook) {
  return <button type={type} className={buttonStyle({ tone, size, wide, className })} {...rest} />
}
