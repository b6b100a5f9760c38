package org.sovereignbook.sbp.node;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sync of all files of a file system by one call, which takes a fraction of a call for each of many
 * files. Linux has it, and says since version 5.8 what could not be written.
 */
final class FileSystemSync {
  private static final Pattern VERSION = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4}).*");
  private static final int MAJOR = 5;
  private static final int MINOR = 8;

  private FileSystemSync() {}

  /**
   * Returns whether all files of the folder's file system are durable; false if that is unknown.
   */
  static boolean of(Path folder) {
    return of(folder, Linker.nativeLinker().defaultLookup());
  }

  /** Works like the other method, with functions of another library. */
  static boolean of(Path folder, SymbolLookup library) {
    if (!isKnown(OperatingSystem.name(), System.getProperty("os.version", ""))) {
      return false;
    }
    FunctionDescriptor ofNumber = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    FunctionDescriptor ofName =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(folder.toString());
      int descriptor =
          (int)
              function(library, "open", ofName, Linker.Option.firstVariadicArg(2))
                  .invokeExact(name, 0);
      if (descriptor < 0) {
        return false;
      }
      int failed = (int) function(library, "syncfs", ofNumber).invokeExact(descriptor);
      int _ = (int) function(library, "close", ofNumber).invokeExact(descriptor);
      return failed == 0;
    } catch (Throwable e) {
      // Not in this library, not permitted, or without memory: each file is synced by itself.
      return false;
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
}
