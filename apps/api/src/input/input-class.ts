/** A DTO class whose decorators describe and check one input. */
export type InputClass<T extends object = object> = new () => T;
