package org.sovereignbook.sbp.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Jars that hold nothing of the moment they were written: the same twice is the same bytes. */
public final class TestJar {
  private static final FileTime THEN = FileTime.from(Instant.parse("2026-03-17T12:00:00Z"));

  private TestJar() {}

  /** A jar with these attributes in its manifest, and these files. */
  public static byte[] of(Map<String, String> manifest, Map<String, byte[]> files) {
    Manifest written = new Manifest();
    written.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.forEach((key, value) -> written.getMainAttributes().putValue(key, value));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream out = new JarOutputStream(bytes)) {
      put(out, "META-INF/MANIFEST.MF");
      written.write(out);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        put(out, file.getKey());
        out.write(file.getValue());
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  private static void put(JarOutputStream out, String name) throws IOException {
    JarEntry entry = new JarEntry(name);
    entry.setLastModifiedTime(THEN);
    out.putNextEntry(entry);
  }
}
