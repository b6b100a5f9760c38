package org.sovereignbook.sbp.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sovereignbook.sbp.frontend.command.BuiltTools;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.node.BuiltList;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.ops.config.ProgramSettings;

/**
 * Writes the lists of {@link BuiltList}: a step of the build, after the classes are compiled. A
 * list that is as it was keeps its time, so that nothing behind it is built again.
 */
public final class BuiltLists {
  private BuiltLists() {}

  /**
   * Writes the files below the folder of classes that is the first argument; with a second one, the
   * lists of the feature of this name, whose classes they are.
   */
  public static void main(String[] arguments) throws IOException {
    Path classes = Path.of(arguments[0]);
    if (arguments.length > 1) {
      ofFeature(classes, arguments[1]);
      return;
    }
    for (BuiltList list : BuiltList.values()) {
      Path file = classes.resolve(list.path());
      write(file, text(list));
    }
  }

  private static void ofFeature(Path classes, String name) throws IOException {
    for (CommandFeature feature : Features.bundled().of(CommandFeature.class)) {
      if (feature.name().equals(name)) {
        Path folder = classes.resolve(feature.getClass().getPackageName().replace('.', '/'));
        write(folder.resolve(PlainTable.OF_FEATURE), PlainLines.written(feature));
        write(folder.resolve(BuiltTools.FILE), BuiltTools.text(feature));
      }
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.writeString(file, text);
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
