/**
 * The provider's contract, against which tests check the sandbox. Without it, the sandbox uses only its own
 * schemas.
 */
import type { FormTree } from "./http/form";

export interface ContractFault {
  /** The name of the wrong parameter or property, in the provider's notation. */
  param: string;
  message: string;
}

export interface Contract {
  /** Returns what is wrong with a request's parameters, or null. `route` is the method and the path pattern. */
  checkRequest(route: string, sent: FormTree): ContractFault | null;
  /** Returns what is wrong with a 2xx response, or null. */
  checkAnswer(route: string, answer: object): ContractFault | null;
  /** Returns what is wrong with an object inside an event, or null. */
  checkObject(object: { object: string }): ContractFault | null;
}
