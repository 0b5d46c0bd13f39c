# Runs a program on the cases: run.bat [COMMAND [ARGUMENT]...]. Without a command that is mine.exe
# or mine.py beside this file. Makes cases\NN.out, NN.err and times.txt.
$here = Split-Path -Parent $MyInvocation.MyCommand.Path
$cases = Join-Path $here 'cases'
$times = Join-Path $cases 'times.txt'
$most = 16MB # of an output
$patience = 10 # cases that are stopped

$command = @($args)
if ($command.Count -eq 0) {
    $program = Join-Path $here 'mine.exe'
    $script = Join-Path $here 'mine.py'
    if (Test-Path -LiteralPath $program) {
        $command = @($program)
    } elseif (Test-Path -LiteralPath $script) {
        $python = 'python'
        if (Get-Command 'py' -ErrorAction SilentlyContinue) { $python = 'py' }
        $command = @($python, $script)
    } else {
        'Put your program here as mine.exe or mine.py, or name it: run.bat COMMAND'
        exit 2
    }
}
$game, $limit = (Get-Content -LiteralPath (Join-Path $cases 'set.txt') -TotalCount 1) -split ' '
$start = @{ FilePath = $command[0]; NoNewWindow = $true; PassThru = $true; ErrorAction = 'Stop' }
if ($command.Count -gt 1) {
    $start.ArgumentList = @($command | Select-Object -Skip 1 | ForEach-Object { '"' + $_ + '"' })
}

"${game}: at most $limit s for a case"
Get-ChildItem -LiteralPath $cases | Where-Object { '.out', '.err' -contains $_.Extension } | Remove-Item
Set-Content -LiteralPath $times -Value '' -Encoding Ascii
$stopped = 0
foreach ($case in Get-ChildItem -LiteralPath $cases | Where-Object { $_.Name -match '^\d\d\.in$' } | Sort-Object Name) {
    $number = $case.BaseName
    $out = Join-Path $cases "$number.out"
    $err = Join-Path $cases "$number.err"
    $watch = [Diagnostics.Stopwatch]::StartNew()
    try {
        $process = Start-Process @start -RedirectStandardInput $case.FullName -RedirectStandardOutput $out -RedirectStandardError $err
    } catch {
        "The program does not start: $_"
        exit 1
    }
    $null = $process.Handle # else there is no exit code
    $late = $false
    while (-not $process.WaitForExit(20)) {
        if ($watch.ElapsedMilliseconds -gt 1000 * $limit -or (Get-Item -LiteralPath $out).Length -gt $most) {
            $late = $true
            taskkill /T /F /PID $process.Id 2>&1 | Out-Null
            $process.WaitForExit()
        }
    }
    $ms = $watch.ElapsedMilliseconds
    $code = $process.ExitCode
    if ($late) { $code = 'TLE' }
    if ((Get-Item -LiteralPath $err).Length -eq 0) { Remove-Item -LiteralPath $err }
    Add-Content -LiteralPath $times -Value "$number $ms $code" -Encoding Ascii
    if ($late) {
        "${number}: stopped after $limit s"
        $stopped = $stopped + 1
    } elseif ($code -eq 0) {
        "${number}: $ms ms"
    } else {
        "${number}: $ms ms, exit code $code"
    }
    if ($stopped -eq $patience) {
        'The other cases are left out.'
        break
    }
}
"Done. Drop the folder $here on the page."
