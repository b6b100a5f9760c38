package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sync of all files of a file system by one call, which takes a fraction of a call for each of many
 * files. Linux has it, and says since version 5.8 what could not be written: once to each that had
 * a descriptor open by then. So this keeps one from its beginning. Not thread-safe.
 */
final class FileSystemSync implements AutoCloseable {
  private static final Pattern VERSION = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4}).*");
  private static final int MAJOR = 5;
  private static final int MINOR = 8;

  /** Linux's flag for a descriptor that no other program inherits. */
  private static final int CLOSE_ON_EXEC = 0x80000;

  private static final FunctionDescriptor OF_NUMBER =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
  private static final FunctionDescriptor OF_NAME =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);

  private final Path folder;
  private final MethodHandle sync;
  private final MethodHandle close;
  private final int descriptor;
  private boolean closed;

  private FileSystemSync(Path folder, MethodHandle sync, MethodHandle close, int descriptor) {
    this.folder = folder;
    this.sync = sync;
    this.close = close;
    this.descriptor = descriptor;
  }

  /** Opens the file system of a folder; empty where each file must be synced by itself. */
  static Optional<FileSystemSync> open(Path folder) {
    return isKnown(OperatingSystem.name(), System.getProperty("os.version", ""))
        ? open(folder, Linker.nativeLinker().defaultLookup())
        : Optional.empty();
  }

  /** Works like the other method, with functions of a library. */
  static Optional<FileSystemSync> open(Path folder, SymbolLookup library) {
    try (Arena arena = Arena.ofConfined()) {
      MethodHandle sync = function(library, "syncfs", OF_NUMBER);
      MethodHandle close = function(library, "close", OF_NUMBER);
      MethodHandle open = function(library, "open", OF_NAME, Linker.Option.firstVariadicArg(2));
      int descriptor = (int) open.invokeExact(arena.allocateFrom(folder.toString()), CLOSE_ON_EXEC);
      return Optional.of(descriptor)
          .filter(it -> it >= 0)
          .map(it -> new FileSystemSync(folder, sync, close, it));
    } catch (Throwable e) {
      // Not in this library, not permitted, or without memory.
      return Optional.empty();
    }
  }

  static boolean isKnown(String system, String version) {
    Matcher parts = VERSION.matcher(version);
    if (!system.equals("Linux") || !parts.matches()) {
      return false;
    }
    int major = Integer.parseInt(parts.group(1));
    return major > MAJOR || (major == MAJOR && Integer.parseInt(parts.group(2)) >= MINOR);
  }

  @SuppressWarnings("restricted")
  private static MethodHandle function(
      SymbolLookup library, String name, FunctionDescriptor type, Linker.Option... options) {
    return Linker.nativeLinker().downcallHandle(library.find(name).orElseThrow(), type, options);
  }

  /**
   * Syncs all files.
   *
   * @return whether they are durable; false where each must be synced by itself
   * @throws DiskException when something could not be written, which is closed then
   */
  boolean isSynced() {
    if (closed) {
      return false;
    }
    int result;
    try {
      result = (int) sync.invokeExact(descriptor);
    } catch (Throwable e) {
      return false;
    }
    if (result != 0) {
      close();
      throw new DiskException(
          "cannot sync the file system of", folder, new IOException("a write failed"));
    }
    return true;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        int _ = (int) close.invokeExact(descriptor);
      } catch (Throwable e) {
        // It ends with the process.
        return;
      }
    }
  }
}
