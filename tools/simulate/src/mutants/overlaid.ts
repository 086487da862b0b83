/** A part of the payment path of which some methods are others. */
export function overlaid<T extends object>(target: T, change: Partial<T>): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(name in change ? change : object, name);
      return typeof value === 'function' ? (value.bind(object) as unknown) : value;
    },
  });
}
