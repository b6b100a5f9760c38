package org.sovereignbook.sbp.ops.install;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;

/**
 * One jar made of several: without signatures, which would keep the classes out of an AOT cache,
 * and with the services of all. Of entries with the same name the first one is kept. The same parts
 * always give the same bytes.
 */
final class MergedJar {
  private static final String SERVICES = "META-INF/services/";
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "META-INF/(MANIFEST\\.MF|INDEX\\.LIST|.*\\.(SF|RSA|DSA|EC)|maven/.*|versions/.*"
              + "|native-image/.*)|(.*/)?module-info\\.class|META-INF/services/java\\.security\\..*");

  private static final LocalDateTime THEN = LocalDateTime.of(1980, 1, 1, 0, 0);

  private record Part(Path jar, Function<String, Optional<String>> names) {}

  private final List<Part> parts = new ArrayList<>();

  /**
   * Adds the entries of a jar.
   *
   * @param names returns an entry's new name; empty for one that is left out
   */
  void add(Path jar, Function<String, Optional<String>> names) {
    parts.add(new Part(jar, names));
  }

  /** Writes the jar with these lines in its manifest. */
  void write(Path file, Map<String, String> manifest) throws IOException {
    Set<String> written = new HashSet<>();
    Map<String, ByteArrayOutputStream> services = new TreeMap<>();
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
      out.setLevel(Deflater.BEST_SPEED);
      out.putNextEntry(entry(JarFile.MANIFEST_NAME));
      of(manifest).write(out);
      out.closeEntry();
      for (Part part : parts) {
        copy(part, written, services, out);
      }
      for (Map.Entry<String, ByteArrayOutputStream> service : services.entrySet()) {
        out.putNextEntry(entry(service.getKey()));
        service.getValue().writeTo(out);
        out.closeEntry();
      }
    }
  }

  private static void copy(
      Part part,
      Set<String> written,
      Map<String, ByteArrayOutputStream> services,
      JarOutputStream out)
      throws IOException {
    try (JarFile jar = new JarFile(part.jar().toFile(), false)) {
      for (ZipEntry entry : jar.stream().filter(each -> !each.isDirectory()).toList()) {
        Optional<String> name =
            part.names().apply(entry.getName()).filter(each -> !LEFT_OUT.matcher(each).matches());
        if (name.isEmpty()) {
          continue;
        }
        try (InputStream in = jar.getInputStream(entry)) {
          if (name.get().startsWith(SERVICES)) {
            ByteArrayOutputStream lines =
                services.computeIfAbsent(name.get(), _ -> new ByteArrayOutputStream());
            in.transferTo(lines);
            lines.write("\n".getBytes(StandardCharsets.US_ASCII));
          } else if (written.add(name.get())) {
            folders(name.get(), written, out);
            out.putNextEntry(entry(name.get()));
            in.transferTo(out);
            out.closeEntry();
          }
        }
      }
    }
  }

  /** Writes entries for folders, by which libraries find their resources. */
  private static void folders(String name, Set<String> written, JarOutputStream out)
      throws IOException {
    for (int end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) {
      String folder = name.substring(0, end + 1);
      if (written.add(folder)) {
        out.putNextEntry(entry(folder));
        out.closeEntry();
      }
    }
  }

  private static ZipEntry entry(String name) {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(THEN);
    return entry;
  }

  private static Manifest of(Map<String, String> lines) {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    lines.forEach(manifest.getMainAttributes()::putValue);
    return manifest;
  }
}
