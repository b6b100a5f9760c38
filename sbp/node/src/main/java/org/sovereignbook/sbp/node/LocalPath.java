package org.sovereignbook.sbp.node;

import java.nio.file.Path;
import org.sovereignbook.sbp.base.json.JsonText;
import org.sovereignbook.sbp.base.json.Shape;

/** File or folder as documents name it. */
@Shape.Def(value = "path", description = "an absolute path of this machine")
public record LocalPath(Path path) implements JsonText {
  @Override
  public String toString() {
    return path.toString();
  }
}
