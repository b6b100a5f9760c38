@echo off
rem Starts sbp on Windows, as scripts/sbp does elsewhere: sbp.jar beside this file, in ..\lib, or in
rem ..\sbp\target of a checkout that was built with:
rem   mvn -q -B -pl sbp -am package -DskipTests
rem
rem   SBP_JAVA        the folder of a JDK 25 or later, to use instead of the one found
rem   SBP_JAVA_OPTS   options for the JVM, after those below
setlocal EnableExtensions DisableDelayedExpansion
set "SBP=%~f0"
set "SBP_BIN=%~dp0"

set "SBP_JAR="
for %%J in ("%SBP_BIN%sbp.jar" "%SBP_BIN%..\lib\sbp.jar" "%SBP_BIN%..\sbp\target\sbp.jar") do (
  if not defined SBP_JAR if exist "%%~fJ" set "SBP_JAR=%%~fJ"
)
if not defined SBP_JAR (
  >&2 echo sbp: there is no sbp.jar; build it with: mvn -q -B -pl sbp -am package -DskipTests
  exit /b 1
)

set "SBP_JDK="
if defined SBP_JAVA (
  call :accept "%SBP_JAVA%"
  if not defined SBP_JDK (
    >&2 echo sbp: SBP_JAVA is not the folder of a JDK 25 or later; correct it or unset it
    exit /b 1
  )
)
if not defined SBP_JDK if defined JAVA_HOME call :accept "%JAVA_HOME%"
for %%P in ("%ProgramFiles%\Eclipse Adoptium" "%ProgramFiles%\Java" "%ProgramFiles%\Microsoft" "%ProgramFiles%\Zulu" "%LOCALAPPDATA%\Programs\Eclipse Adoptium" "%USERPROFILE%\.jdks" "%USERPROFILE%\.sdkman\candidates\java") do (
  if not defined SBP_JDK for /d %%D in ("%%~P\*") do if not defined SBP_JDK call :accept "%%~fD"
)
if not defined SBP_JDK for /f "delims=" %%X in ('where java 2^>nul') do if not defined SBP_JDK call :accept "%%~dpX.."
if not defined SBP_JDK (
  >&2 echo sbp: needs a JDK 25 or later; install one, from adoptium.net say, or set SBP_JAVA to its folder
  exit /b 1
)

rem Most commands end before the optimising compiler would pay for itself; a server does not.
set "SBP_SPEED=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
if /i "%~1"=="serve" set "SBP_SPEED=-XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError -Xmx112m -Xmn48m -XX:MaxDirectMemorySize=32m -XX:ReservedCodeCacheSize=64m -Xss512k"
"%SBP_JDK%\bin\java.exe" -XX:+DisplayVMOutputToStderr -Xshare:auto -XX:-UsePerfData -Dfile.encoding=UTF-8 %SBP_SPEED% %SBP_JAVA_OPTS% -jar "%SBP_JAR%" %*
exit /b %ERRORLEVEL%

rem Sets SBP_JDK if the folder is that of a JDK 25 or later, told from the file `release` in it.
:accept
if not exist "%~1\bin\java.exe" exit /b 0
if not exist "%~1\release" exit /b 0
for /f "usebackq tokens=2 delims==" %%V in (`findstr /b "JAVA_VERSION=" "%~1\release"`) do call :compare "%~1" %%V
exit /b 0

:compare
for /f "tokens=1 delims=." %%M in ("%~2") do if %%M GEQ 25 set "SBP_JDK=%~f1"
exit /b 0
