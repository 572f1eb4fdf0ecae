import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

const tones = {
  /** For gifts. */
  loud: 'bg-marigold text-on-marigold hover:bg-marigold-deep',
  /** For actions that move money. */
  money: 'bg-leaf text-on-leaf hover:brightness-110',
  plain: 'border border-edge bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  /** For links of the header. */
  bare: 'hover:bg-sunken',
  outlined: 'border border-edge hover:bg-sunken',
  /** For irreversible actions. */
  danger: 'border-2 border-alarm bg-surface text-alarm hover:bg-alarm-wash',
}
const sizes = {
  normal: 'px-5 text-[0.95rem]',
  large: 'min-h-13 px-7 text-lg',
  snug: 'px-4',
  icon: 'size-11 px-0',
}

type ButtonLook = {
  tone?: keyof typeof tones | undefined
  size?: keyof typeof sizes | undefined
  wide?: boolean | undefined
  className?: string | undefined
}

export function buttonStyle({
  tone = 'plain',
  size = 'normal',
  wide = false,
  className,
}: ButtonLook = {}): string {
  return cn('tap button', tones[tone], sizes[size], wide && 'w-full', className)
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
