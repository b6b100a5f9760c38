package org.sovereignbook.sbp.plugins.eject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.sovereignbook.sbp.peer.step.Step;

/** An ejected step, compiled as JBang would compile it. Not a test itself. */
final class Compiled {
  private Compiled() {}

  /** Compiles a script into a folder; fails with the compiler's words. */
  static Path in(Path folder, Step step, String script) throws IOException {
    // JBang joins words into a name, and leaves a single word as it is.
    String file = step.script();
    Path source = folder.resolve((file.contains("-") ? mainClass(step) : file) + ".java");
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Files.writeString(source, script);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none",
              "-classpath",
              System.getProperty("java.class.path"),
              "-d",
              classes.toString());
      boolean compiled =
          compiler
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as(messages.toString()).isTrue();
    }
    return classes;
  }

  /** The class that the script begins with. */
  static String mainClass(Step step) {
    StringBuilder name = new StringBuilder();
    for (String word : step.script().split("-")) {
      name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return name.toString();
  }
}
