package org.sovereignbook.sbp.http;

import java.net.UnknownHostException;

/** A name leads to an address that this node refuses to connect to (PROTOCOL §7). */
final class ForbiddenAddressException extends UnknownHostException {
  private static final long serialVersionUID = 1;

  ForbiddenAddressException(String message) {
    super(message);
  }
}
