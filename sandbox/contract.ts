/** The provider's contract, as far as a test can hold the sandbox to it. Without one, the sandbox trusts its own lists. */
import type { FormTree } from "./http/form";

export interface ContractFault {
  /** Name of the wrong parameter or property, in the provider's spelling. */
  param: string;
  message: string;
}

export interface Contract {
  /** What is wrong with a request's parameters; `route` is method and path pattern. Null: nothing. */
  checkRequest(route: string, sent: FormTree): ContractFault | null;
  /** What is wrong with a 2xx answer. Null: nothing. */
  checkAnswer(route: string, answer: object): ContractFault | null;
  /** What is wrong with an object inside an event. Null: nothing. */
  checkObject(object: { object: string }): ContractFault | null;
}
