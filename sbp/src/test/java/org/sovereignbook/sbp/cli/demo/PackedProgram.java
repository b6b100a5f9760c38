package org.sovereignbook.sbp.cli.demo;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * The program under test as a launcher that starts quickly: its classes in jars, which is what the
 * JVM shares between runs by an archive that the first run leaves behind.
 */
public final class PackedProgram {
  private PackedProgram() {}

  /** Writes jars and launcher into a folder; returns the launcher. */
  public static Path in(Path folder) throws IOException {
    List<String> classPath = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      boolean isTests = path.endsWith("test-classes");
      if (Files.isDirectory(path) && !isTests) {
        classPath.add(jar(path, folder.resolve("program-" + classPath.size() + ".jar")));
      } else if (!isTests) {
        classPath.add(entry);
      }
    }
    Path script = folder.resolve("sbp");
    Files.writeString(
        script,
        """
        #!/bin/sh
        exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -Xlog:disable \
        -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile='%s' \
        -cp '%s' org.sovereignbook.sbp.cli.Main "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                folder.resolve("program.jsa"),
                String.join(File.pathSeparator, classPath)));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script;
  }

  private static String jar(Path classes, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        var paths = Files.walk(classes)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(path).toString().replace('\\', '/')));
        Files.copy(path, out);
        out.closeEntry();
      }
    }
    return jar.toString();
  }
}
