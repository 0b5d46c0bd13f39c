@echo off
rem Runs a program on the cases, as run.ps1 says: run.bat [COMMAND [ARGUMENT]...]
powershell -NoProfile -ExecutionPolicy Bypass -File "%~dp0run.ps1" %*
if "%~1"=="" pause
