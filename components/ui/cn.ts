import { type ClassValue, clsx } from 'clsx'

/** Joins class names; ignores false, null and undefined. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
