package org.sovereignbook.sbp.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** A plugin of the class path as an operator has it: its build packs it after its tests. */
public final class PackedPlugin {
  private PackedPlugin() {}

  /**
   * Packs a plugin, or copies it where it is a file already.
   *
   * @param of a class of the plugin
   * @param provides its extensions, such as {@code llm:exec}
   */
  public static void into(Path folder, Class<?> of, String id, String provides) {
    Path jar = folder.resolve(id + ".jar");
    try {
      Path classes = Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isRegularFile(classes)) {
        Files.copy(classes, jar);
        return;
      }
      Path own = classes.resolve(of.getPackageName().replace('.', '/'));
      try (OutputStream file = Files.newOutputStream(jar);
          JarOutputStream out = new JarOutputStream(file, manifest(id, provides));
          Stream<Path> paths = Files.walk(own)) {
        List<Path> files =
            Stream.concat(
                    paths.filter(Files::isRegularFile),
                    Stream.of(classes.resolve("META-INF/extensions.idx")))
                .toList();
        for (Path each : files) {
          out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
          out.write(Files.readAllBytes(each));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Manifest manifest(String id, String provides) {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.putValue("Manifest-Version", "1.0");
    attributes.putValue("Plugin-Id", id);
    attributes.putValue("Plugin-Version", "1.0.0");
    attributes.putValue("Plugin-Provider", "sovereignbook");
    attributes.putValue("Sbp-Provides", provides);
    return manifest;
  }
}
