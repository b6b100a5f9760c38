package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.sovereignbook.sbp.store.StoreException;

/** Proposes one path, and fails when that is taken. */
final class OneName implements Supplier<Path> {
  private final Path file;
  private boolean proposed;

  OneName(Path file) {
    this.file = file;
  }

  @Override
  public Path get() {
    if (proposed) {
      throw new StoreException(file + " was made by somebody else");
    }
    proposed = true;
    return file;
  }
}
