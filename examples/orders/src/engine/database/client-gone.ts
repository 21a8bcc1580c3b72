import { HttpProblem } from '../problem/problem.js';

/** The end of a read whose client has disconnected, and reads no response. */
export class ClientGone extends HttpProblem {
  constructor() {
    super(503, 'The client has disconnected.');
  }
}
