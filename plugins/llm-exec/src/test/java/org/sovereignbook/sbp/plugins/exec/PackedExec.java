package org.sovereignbook.sbp.plugins.exec;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** This plugin as an operator has it; the same twice is the same bytes. */
final class PackedExec {
  private PackedExec() {}

  /** This plugin as its build packs it. */
  static void into(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.putValue("Manifest-Version", "1.0");
    main.putValue("Plugin-Id", "llm-exec");
    main.putValue("Plugin-Version", "1.0.0");
    main.putValue("Plugin-Provider", "sovereignbook");
    main.putValue("Plugin-Description", "any command");
    main.putValue("Plugin-Requires", ">=2.0.0 & <3.0.0");
    main.putValue("Sbp-Provides", "llm:exec");
    Path classes =
        Path.of(ExecBackend.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> paths = Files.walk(classes)) {
      out.putNextEntry(entry(JarFile.MANIFEST_NAME));
      manifest.write(out);
      paths.filter(Files::isRegularFile).sorted().forEach(path -> add(classes, path, out));
    }
  }

  private static void add(Path classes, Path file, JarOutputStream out) {
    try {
      out.putNextEntry(entry(classes.relativize(file).toString()));
      Files.copy(file, out);
      out.closeEntry();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JarEntry entry(String name) {
    JarEntry entry = new JarEntry(name);
    entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
    return entry;
  }
}
