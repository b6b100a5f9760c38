package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.nio.file.Path;

/** The machine could not do a file operation; the message names the path and the remedy. */
public final class DiskException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DiskException(String operation, Path path, IOException cause) {
    super(operation + " " + path + ": " + FileWords.of(cause), cause);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
