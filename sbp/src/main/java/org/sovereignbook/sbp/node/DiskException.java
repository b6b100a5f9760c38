package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The machine could not do a file operation; the message names the path and the remedy. */
public final class DiskException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DiskException(String operation, Path path, IOException cause) {
    super(operation + " " + path + ": " + reason(cause), cause);
  }

  private static String reason(IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return "permission denied; check the owner and mode of the file and its folder";
    }
    if (cause instanceof NoSuchFileException) {
      return "there is no such file or folder";
    }
    String message = String.valueOf(cause.getMessage());
    return message.contains("No space left")
        ? "the disk is full; free some space and run again"
        : message;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
