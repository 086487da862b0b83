import { IsInt, Max, Min } from 'class-validator';

/** A number of the environment; a fault names it and its range. */
export function WholeNumber(min: number, max: number): (target: object, name: string) => void {
  return (target, name) => {
    const message = `${name} must be ${min} to ${max}`;
    Max(max, { message })(target, name);
    Min(min, { message })(target, name);
    IsInt({ message: `${name} must be a whole number` })(target, name);
  };
}
