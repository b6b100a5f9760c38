package org.sovereignbook.sbp.base.protocol;

/**
 * Fault of a peer as a value: the code and one sentence for a person.
 *
 * @param code the fault, as peers see it
 * @param message one sentence without a final full stop; names the member at fault
 */
public record Rejection(Code code, String message) {

  @Override
  public String toString() {
    return code + ": " + message;
  }
}
