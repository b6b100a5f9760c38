package org.sovereignbook.sbp.base.protocol;

/**
 * A peer's fault as a value: the code and one sentence for a person.
 *
 * @param code what is wrong, as peers see it
 * @param message one sentence without a final full stop; names the member at fault
 */
public record Rejection(Code code, String message) {

  @Override
  public String toString() {
    return code + ": " + message;
  }
}
