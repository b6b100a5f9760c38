package org.sovereignbook.sbp.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sovereignbook.sbp.node.BuiltList;
import org.sovereignbook.sbp.ops.config.ProgramSettings;

/** Writes the lists of {@link BuiltList}: a step of the build, after the classes are compiled. */
public final class BuiltLists {
  private BuiltLists() {}

  /** Writes the files below the folder of classes that is the first argument. */
  public static void main(String[] arguments) throws IOException {
    Path classes = Path.of(arguments[0]);
    for (BuiltList list : BuiltList.values()) {
      Path file = classes.resolve(list.path());
      Files.createDirectories(file.getParent());
      Files.writeString(file, text(list));
    }
  }

  /** Returns what the declarations say. */
  static String text(BuiltList list) {
    return switch (list) {
      case COMMANDS -> PlainLines.written();
      case TOOLS -> ProgramTools.declared();
      case SETTINGS -> String.join("\n", ProgramSettings.ownKeys()) + "\n";
    };
  }
}
